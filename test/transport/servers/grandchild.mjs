// Lives as long as the socket it is given: whoever listens there sees it die.
import { connect } from "node:net";

connect(process.argv[2]).on("error", () => undefined);
