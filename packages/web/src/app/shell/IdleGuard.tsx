import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { formatCountdown, idleMillis, type IdleState, idleState } from '../../platform/session/idle-watch.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { useSignOut } from './use-sign-out.ts'

const activityKey = 'sheetwright.last-activity'
const activityEvents = ['keydown', 'wheel', 'mousedown', 'touchstart', 'pointerdown'] as const
const debounceMillis = 500

/** Ends an idle session after a countdown. Activity in any tab counts for all. */
export function IdleGuard() {
  const text = useText()
  const signOut = useSignOut()
  const { defaultTimeout, skipLoginFlow } = useConfiguration()
  const [state, setState] = useState<IdleState>({ kind: 'active' })
  const idleAfter = idleMillis(defaultTimeout)
  const warned = state.kind === 'warning'

  useEffect(() => {
    if (skipLoginFlow) return undefined
    markActivity()
    const tick = window.setInterval(() => setState(idleState(lastActivity(), Date.now(), idleAfter)), 1000)
    return () => window.clearInterval(tick)
  }, [idleAfter, skipLoginFlow])

  useEffect(() => {
    // Once the warning shows, only its button keeps the session: somebody else may be at the keyboard.
    if (warned || skipLoginFlow) return undefined
    let pending: number | undefined
    const noticed = () => {
      window.clearTimeout(pending)
      pending = window.setTimeout(markActivity, debounceMillis)
    }
    for (const event of activityEvents) window.addEventListener(event, noticed, { passive: true, capture: true })
    return () => {
      window.clearTimeout(pending)
      for (const event of activityEvents) window.removeEventListener(event, noticed, { capture: true })
    }
  }, [warned, skipLoginFlow])

  useEffect(() => {
    if (state.kind === 'expired') void signOut('SessionIdle')
  }, [state.kind, signOut])

  function stay() {
    markActivity()
    setState({ kind: 'active' })
  }

  return (
    <Dialog
      opened={warned}
      onClose={stay}
      closeOnClickOutside={false}
      title={text('Idle.title')}
      size="small"
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void signOut('SignedOut')}>
            {text('MainHeader.logout')}
          </Button>
          <Button onClick={stay} data-autofocus>
            {text('Idle.stay')}
          </Button>
        </Group>
      }
    >
      <Text>
        {text('Idle.text')} <strong className="mono">{warned && formatCountdown(state.remainingMillis)}</strong>
      </Text>
    </Dialog>
  )
}

function markActivity() {
  localStorage.setItem(activityKey, String(Date.now()))
}

function lastActivity(): number {
  return Number(localStorage.getItem(activityKey) ?? Date.now())
}
