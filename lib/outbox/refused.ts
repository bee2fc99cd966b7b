/** The receiver refused permanently: retrying is useless. */
export class Refused extends Error {}
