import { harmless } from "../../harmless.js";

/** Text of a model on one line, however many it had. */
export const visibleLine = (text: string): string => harmless(text).replace(/\s+/g, " ").trim();
