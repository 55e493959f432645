export const stop = () => globalThis.process['exit'](1);
