export const room = 'drawer';
