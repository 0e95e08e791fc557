import { EXIT_ADVICE } from "../../src/outcome/exit-advice.js";
import { causesOf, EXIT_MEANINGS } from "../../src/outcome/exit-codes.js";
import { paragraphs } from "../cli/help-page.js";
import { definitions } from "./definitions.js";

/** The page on exit statuses, from the table that the program itself uses. */
export function exitCodesPage(columns: number): string {
  const about =
    "The exit status says why a run ended. The same cause is in the last event of --json, as " +
    "error.cause of turn.failed, and in the file of --result.";
  const parts = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => {
    const number = Number(code) as keyof typeof EXIT_MEANINGS;
    const causes = causesOf(number).join(", ");
    const text = `${meaning.replaceAll("`", "")}\nCauses: ${causes}\nDo: ${EXIT_ADVICE[number]}`;
    return definitions({ [code.padStart(3)]: text }, columns);
  });
  return [paragraphs(about, columns), ...parts].join("\n\n");
}
