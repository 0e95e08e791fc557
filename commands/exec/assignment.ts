/** The value of `key=value`, without the quotes around it. */
export const assignedValue = (setting: string): string =>
  setting
    .slice(setting.indexOf("=") + 1)
    .trim()
    .replace(/^["']/, "")
    .replace(/["']$/, "");
