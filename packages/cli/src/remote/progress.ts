/** Reports progress on a terminal; a pipe gets results only. */
export function tellProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

const askAgainMillis = 500

/** Polls until something has ended. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  hasEnded: (state: T) => boolean,
  tell: (state: T) => string,
): Promise<T> {
  try {
    for (;;) {
      const state = await ask()
      if (hasEnded(state)) return state
      tellProgress(tell(state))
      await new Promise((resolve) => setTimeout(resolve, askAgainMillis))
    }
  } finally {
    endProgress()
  }
}
