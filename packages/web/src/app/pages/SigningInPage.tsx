import { Loader } from '@mantine/core'
import { useText } from '../../platform/messages/use-text.ts'
import { LonePage } from './LonePage.tsx'

export function SigningInPage() {
  const text = useText()
  return (
    <LonePage title={text('Login.signingIn')}>
      <Loader size="sm" type="dots" aria-label={text('Loading.label')} />
    </LonePage>
  )
}
