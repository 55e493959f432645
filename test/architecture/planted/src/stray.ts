export const room = 'unknown-room';
