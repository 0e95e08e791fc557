/** What an awk program does beyond reading and printing, as far as its text can show it. */
export function awkProblem(program: string): string | undefined {
  if (/system|getline|@|close|fflush/.test(program)) {
    return "is an awk program that may run a program or read from one";
  }
  // Only behind a print can they be redirections; before it they compare, choose or join.
  const print = program.indexOf("print");
  const printing = print < 0 ? "" : program.slice(print);
  return /[>|]/.test(printing.replace(/>=|\|\|/g, ""))
    ? "is an awk program that may write a file or run a program"
    : undefined;
}
