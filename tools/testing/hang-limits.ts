/** Ends tests that hang. A busy machine takes several times as long as a quiet one, so no working test comes near. */
export const hangLimits = { testTimeout: 600_000, hookTimeout: 600_000 } as const
