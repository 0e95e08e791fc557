/** Returns what an awk program may do beyond reading and printing, as far as its text shows. */
export function awkProblem(program: string): string | undefined {
  if (/system|getline|@|close|fflush/.test(program)) {
    return "is an awk program that may run a program or read from one";
  }
  // > and | are redirections only after a print; before it they are other operators.
  const print = program.indexOf("print");
  const printing = print < 0 ? "" : program.slice(print);
  return /[>|]/.test(printing.replace(/>=|\|\|/g, ""))
    ? "is an awk program that may write a file or run a program"
    : undefined;
}
