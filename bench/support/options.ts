/** The options of a bench, `--name value`: what follows a name on the command line, or undefined. */
export const optionsOf =
  (args: readonly string[]) =>
  (name: string): string | undefined => {
    const index = args.indexOf(`--${name}`);
    return index < 0 ? undefined : args[index + 1];
  };
