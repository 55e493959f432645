export const name = 'file-name';
