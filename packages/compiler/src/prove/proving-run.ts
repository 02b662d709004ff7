/**
 * The moment at which engines are proved, always the same, so that two versions of a workbook give the same results on their
 * defaults unless something in them changed.
 */
export const provingMoment = { now: 45_658.5, seed: 1 } as const

/** Work that one run may do while an engine is built; the deadline of the child ends what is slow in other ways. */
export const stepsOfRun = 500_000_000
