/** Parsers of option values. @throws Error that names the option and the expected form */
export const checked =
  (isRight: (value: string) => boolean, fault: string) =>
  (value: string): string => {
    if (!isRight(value)) throw new Error(fault);
    return value;
  };

export const oneOf =
  <T extends string>(flag: string, values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((one) => one === value);
    if (found === undefined) throw new Error(`${flag} must be one of ${values.join(', ')}`);
    return found;
  };

export const textOf =
  (flag: string, lengthMax: number) =>
  (value: string): string => {
    const text = value.trim();
    if (text === '' || text.length > lengthMax) throw new Error(`${flag} must have 1 to ${lengthMax} characters`);
    return text;
  };

export const wholeNumber =
  (flag: string) =>
  (value: string): number => {
    if (!/^\d{1,9}$/.test(value)) throw new Error(`${flag} must be a whole number`);
    return Number(value);
  };

export const dollars =
  (flag: string) =>
  (value: string): number => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number) || number < 0)
      throw new Error(`${flag} must be a number of US dollars`);
    return number;
  };
