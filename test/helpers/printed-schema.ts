import { Ajv2020 } from "ajv/dist/2020.js";

import { runCli } from "./run-in-process.js";

/** What is wrong with a value, by a schema that the built program printed; nothing when it is right. */
export type Check = (value: unknown) => string[];

/** Asks the built program, once, for one of its schemas, and makes a check of it. */
export function printedSchema(name: string): Promise<Check> {
  const known = CHECKS.get(name) ?? compiled(name);
  CHECKS.set(name, known);
  return known;
}

const CHECKS = new Map<string, Promise<Check>>();

async function compiled(name: string): Promise<Check> {
  const { exit, stdout, stderr } = await runCli(["schema", name]);
  if (exit !== 0) throw new Error(`schema ${name}: ${stderr}`);
  return checkOf(JSON.parse(stdout) as object);
}

/** A check of a schema as it stands; one that is none throws. */
export function checkOf(schema: object): Check {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return [];
    const why = validate.errors?.map(
      ({ instancePath, message = "" }) => `${instancePath} ${message}`,
    );
    return [`${JSON.stringify(value).slice(0, 200)}: ${why?.slice(-FEW).join("; ") ?? ""}`];
  };
}

/** Of a union every member complains. */
const FEW = 5;

/** RFC 3339 in UTC, and a day that there is. */
function isDateTime(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time);
}
