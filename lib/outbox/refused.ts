/** The receiver said no for good: trying again is of no use. */
export class Refused extends Error {}
