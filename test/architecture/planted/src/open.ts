export const open = (driver: string) => import(driver);
