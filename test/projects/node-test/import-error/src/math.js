import leftPad from 'left-pad-that-nobody-has';

export const add = (a, b) => leftPad(a + b);
