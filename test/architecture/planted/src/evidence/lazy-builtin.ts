export const load = () => import(`fs/promises`);
