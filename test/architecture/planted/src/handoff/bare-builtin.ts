import path from 'path';

export const separator = path.sep;
