export const print = (text: string) => console?.log(text);
