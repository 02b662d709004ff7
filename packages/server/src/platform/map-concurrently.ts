/**
 * Maps items in order, several at a time. After a failure nothing further is started, and everything started has ended.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  let hasFailed = false
  const work = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return
      try {
        results[index] = await map(item, index)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results
}
