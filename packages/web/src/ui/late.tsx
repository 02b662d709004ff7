import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type ComponentType, createElement, use, useEffect, useState } from 'react'
import { useText } from '../platform/messages/use-text.ts'
import { reloadFromServer } from '../platform/release.ts'
import { FailureState } from './FailureState.tsx'
import { toastFailure } from './feedback/toasts.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/**
 * A component whose code is loaded when it is first shown. If that fails, its place says so and offers to try again;
 * the rest of the page stays. `onFailure` runs before that.
 */
export function late<P extends object>(load: Load<P>, onFailure?: () => Promise<void>) {
  let loading: Promise<ComponentType<P>> | undefined
  /** What is shown: undefined if the code could not be loaded. */
  let showing: Promise<ComponentType<P> | undefined> | undefined

  function fetchCode() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  function show() {
    showing ??= fetchCode().catch(async () => {
      await onFailure?.()
      return undefined
    })
    return showing
  }

  function Late(props: P) {
    const first = use(show())
    const [second, setSecond] = useState<ComponentType<P>>()
    useEffect(() => {
      if (first !== undefined) return
      // Load again when the component is shown the next time.
      return () => {
        showing = undefined
      }
    }, [first])
    const Loaded = first ?? second
    if (Loaded !== undefined) return createElement(Loaded, props)
    return <NotLoaded load={fetchCode} onLoaded={(component) => setSecond(() => component)} />
  }

  return Object.assign(Late, { preload: () => fetchCode().then(noAnswer, noAnswer) })
}

function noAnswer(): void {}

interface NotLoadedProps<P> {
  readonly load: Load<P>
  readonly onLoaded: (component: ComponentType<P>) => void
}

function NotLoaded<P>({ load, onLoaded }: NotLoadedProps<P>) {
  const text = useText()
  const failure = new ApiError('UNABLE_TO_CONNECT', 'The page could not be loaded', { status: 0 })

  async function retry() {
    try {
      onLoaded(await load())
    } catch {
      // Some browsers never ask for code again that failed once, and that of an older release may be gone.
      if (!(await reloadFromServer())) toastFailure(text('Error.UNABLE_TO_CONNECT'))
    }
  }

  return <FailureState error={failure} onRetry={() => void retry()} />
}
