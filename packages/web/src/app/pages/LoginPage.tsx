import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { fromReturnUrl, toReturnUrl } from '../../platform/session/return-url.ts'
import type { SessionEnd } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/use-session.ts'
import { ColorSchemeMenu } from '../shell/ColorSchemeMenu.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { LonePage } from './LonePage.tsx'
import classes from './LonePage.module.css'

const notices: Readonly<Record<SessionEnd, { text: MessageId; harmless: boolean }>> = {
  SignedOut: { text: 'Login.signedOut', harmless: true },
  SessionIdle: { text: 'Login.idle', harmless: true },
  REFRESH_TOKEN_LIMIT_REACHED: { text: 'Error.REFRESH_TOKEN_LIMIT_REACHED', harmless: false },
  UnauthorizedUserGroup: { text: 'Login.noGroup', harmless: false },
  Other: { text: 'Login.failed', harmless: false },
}

/** Redirects to the identity provider: at once on the way to a page, but after the notice if the session ended. */
export function LoginPage() {
  const text = useText()
  const session = useSession()
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const [tenant, setTenant] = useState(search['tenant'] ?? session.tenant())
  const { leaving, failed, signIn } = useSignIn(search['return_url'])
  const [chosen, setChosen] = useState<string>()
  const started = useRef(false)
  const ended = session.ended()
  const notice = failed ? notices.Other : ended === null ? undefined : notices[ended]
  const secure = window.isSecureContext

  const offered = session.providers().filter((one) => one.tenant === null || one.tenant === tenant.trim())
  // With several providers, the user chooses first.
  const onTheWay = search['return_url'] !== undefined && ended === null && secure && offered.length < 2
  useEffect(() => {
    if (!onTheWay || started.current) return
    started.current = true
    void signIn(search['tenant'])
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void signIn(tenant.trim())
  }

  return (
    <LonePage title={text('Login.title')}>
      <div className={classes.corner}>
        <LanguageMenu />
        <ColorSchemeMenu />
      </div>
      {notice !== undefined && (
        <Alert
          color={notice.harmless ? 'petrol' : 'red'}
          icon={notice.harmless ? <IconInfoCircle /> : <IconAlertTriangle />}
          role="alert"
        >
          {text(notice.text)}
        </Alert>
      )}
      {!secure && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {text('Login.insecure')}
        </Alert>
      )}
      <form className={classes.fields} onSubmit={submit}>
        <TextInput
          label={text('Login.tenant')}
          name="organization"
          autoComplete="organization"
          value={tenant}
          onChange={(event) => setTenant(event.currentTarget.value)}
        />
        {offered.length < 2 ? (
          <Button type="submit" fullWidth loading={leaving} disabled={!secure}>
            {text('Login.signIn')}
          </Button>
        ) : (
          offered.map(({ issuer, name }, index) => (
            <Button
              key={issuer}
              type={index === 0 ? 'submit' : 'button'}
              variant={index === 0 ? 'filled' : 'default'}
              fullWidth
              loading={leaving && chosen === issuer}
              disabled={!secure || leaving}
              onClick={(event) => {
                event.preventDefault()
                setChosen(issuer)
                session.chooseProvider(issuer)
                void signIn(tenant.trim())
              }}
            >
              {text('Login.signInWith', { name })}
            </Button>
          ))
        )}
      </form>
    </LonePage>
  )
}

function useSignIn(returnUrl: string | undefined) {
  const session = useSession()
  const { language } = useLanguage()
  const { redirectUrl } = useConfiguration()
  const [leaving, setLeaving] = useState(false)
  const [failed, setFailed] = useState(false)

  async function signIn(tenant: string | undefined) {
    if (tenant !== undefined && tenant !== '') session.chooseTenant(tenant)
    setLeaving(true)
    setFailed(false)
    const returnPath = fromReturnUrl(returnUrl, window.location.origin)
    const home = new URL(redirectUrl, window.location.origin).origin
    if (home !== window.location.origin) {
      // The provider redirects to the configured origin only, so sign-in has to start there.
      window.location.assign(`${home}/login?return_url=${encodeURIComponent(toReturnUrl(returnPath))}`)
      return
    }
    try {
      window.location.assign(await session.signInUrl(returnPath, language))
    } catch {
      setLeaving(false)
      setFailed(true)
    }
  }

  return { leaving, failed, signIn }
}
