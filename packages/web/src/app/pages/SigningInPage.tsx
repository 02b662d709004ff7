import { Loader } from '@mantine/core'
import { useText } from '../../platform/messages/use-text.ts'
import { LonePage } from './LonePage.tsx'

/** Shown while the identity provider's answer is exchanged, or while the login page loads. */
export function SigningInPage() {
  const text = useText()
  const answered = new URLSearchParams(window.location.search).has('code')
  return (
    <LonePage title={text(answered ? 'Login.signingIn' : 'Loading.label')}>
      <Loader size="sm" type="dots" aria-label={text('Loading.label')} />
    </LonePage>
  )
}
