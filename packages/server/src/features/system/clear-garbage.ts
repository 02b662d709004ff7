import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clearGarbage } from '@sheetwright/contract/system/clear-garbage.ts'
import { handle } from '../../platform/http/handle.ts'

export const clearGarbageHandler = handle(clearGarbage, ({ log }) => {
  const heapBytesBefore = process.memoryUsage().heapUsed
  collectGarbage()
  const heapBytesAfter = process.memoryUsage().heapUsed
  log.info({ heapBytesBefore, heapBytesAfter }, 'Memory was freed on request')
  return { heapBytesBefore, heapBytesAfter }
})

/** The garbage collector is accessible only in a context created while the flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}
