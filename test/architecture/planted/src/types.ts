export type Room = 'drawer';
