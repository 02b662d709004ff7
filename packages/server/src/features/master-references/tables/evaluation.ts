/** The same time and seed before and after, so that only the tables make a difference. */
export const syncMoment = { now: 45_658.5, seed: 1 } as const

export const evaluation = { ...syncMoment, locale: 'en-US', steps: 500_000_000 } as const
