export const up = { status: 'UP' } as const
