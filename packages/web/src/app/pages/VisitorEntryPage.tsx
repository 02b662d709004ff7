import { Alert, Anchor, Button, Group, TextInput } from '@mantine/core'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import { userEmail } from '@sheetwright/contract/users/user.ts'
import { IconAlertTriangle, IconLinkOff, IconMail } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useRedeemCode, useRequestCode, type WayIn } from '../../features/visitors/mutations.ts'
import { SenderBrand } from '../../features/visitors/parts/SenderBrand.tsx'
import { useLinkBrand } from '../../features/visitors/queries.ts'
import { admittedDomains, visitorFailureText } from '../../features/visitors/visitor-failure-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { useSession } from '../../platform/session/use-session.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { halfWidth } from '../../ui/input-text.ts'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { ColorSchemeMenu } from '../shell/ColorSchemeMenu.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../shell/Logo.tsx'
import { LonePage } from './LonePage.tsx'
import classes from './LonePage.module.css'

/** Entry for people without an account: they prove an email address and get access to the engine of a link. */
export function VisitorEntryPage() {
  const text = useText()
  const { auth } = useAppState()
  const way = useWayIn()
  if (auth.loggedIn) {
    return (
      <LonePage
        title={text('Visitor.title')}
        lines={[text('Visitor.signedIn')]}
        actions={
          <Button component={Link} to="/">
            {text('Navigation.back')}
          </Button>
        }
      />
    )
  }
  if (way === undefined) {
    return <LonePage icon={<IconLinkOff />} title={text('Visitor.broken')} lines={[text('Visitor.brokenText')]} />
  }
  return <Entry way={way} />
}

function useWayIn(): WayIn | undefined {
  const { linkId, realm, client } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  return linkId === undefined || realm === undefined || client === undefined ? undefined : { linkId, realm, client }
}

function Entry({ way }: { way: WayIn }) {
  const text = useText()
  const [email, setEmail] = useState('')
  const [visitor, setVisitor] = useState<string>()
  const brand = useLinkBrand(way)
  if (brand.isPending && brand.failureCount === 0) return <LoadingBlock />
  if (brand.data?.organisation === null) {
    return (
      <LonePage icon={<IconLinkOff />} title={text('Calculator.ended.title')} lines={[text('Visitor.linkEnded')]}>
        <Menus />
      </LonePage>
    )
  }
  if (visitor === undefined) return <AskEmail way={way} email={email} onEmail={setEmail} onSent={setVisitor} />
  return <AskCode way={way} email={email} visitor={visitor} onBack={() => setVisitor(undefined)} />
}

interface AskEmailProps {
  readonly way: WayIn
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onSent: (visitor: string) => void
}

function AskEmail({ way, email, onEmail, onSent }: AskEmailProps) {
  const text = useText()
  const { sendsMail } = useConfiguration()
  const request = useRequestCode(way)
  const [invalid, setInvalid] = useState(false)
  const domains = admittedDomains(request.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    if (!userEmail.safeParse(address).success) return setInvalid(true)
    request.mutate(address, { onSuccess: onSent })
  }

  return (
    <Door way={way} failure={domains === undefined ? request.error : null}>
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          type="email"
          label={text('Users.email')}
          description={text(sendsMail ? 'Visitor.emailExplanation' : 'Visitor.emailWithoutMail')}
          name="email"
          autoComplete="email"
          required
          value={email}
          error={invalid ? text('Users.emailInvalid') : domains && text('Visitor.otherDomain', { domains })}
          onChange={(event) => {
            setInvalid(false)
            request.reset()
            onEmail(event.currentTarget.value)
          }}
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          {text('Visitor.send')}
        </Button>
      </form>
    </Door>
  )
}

interface AskCodeProps {
  readonly way: WayIn
  readonly email: string
  readonly visitor: string
  readonly onBack: () => void
}

function AskCode({ way, email, visitor, onBack }: AskCodeProps) {
  const text = useText()
  const { sendsMail } = useConfiguration()
  const session = useSession()
  const navigate = useNavigate()
  const redeem = useRedeemCode(way)
  const again = useRequestCode(way)
  const [code, setCode] = useState('')
  const [invalid, setInvalid] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const digits = halfWidth(code)
    if (!new RegExp(`^\\d{${oneTimeCode.digits}}$`).test(digits)) return setInvalid(true)
    again.reset()
    redeem.mutate(
      { anonymousUserId: visitor, code: digits },
      {
        onSuccess({ access_token, targetUrl }) {
          session.enterAsVisitor({ token: access_token, tenant: way.realm })
          const { origin, pathname, search } = new URL(targetUrl)
          if (origin === window.location.origin) void navigate({ href: pathname + search, replace: true })
        },
      },
    )
  }

  return (
    <Door way={way} failure={redeem.error ?? again.error}>
      <Alert variant="light" icon={<IconMail />}>
        {text(sendsMail ? 'Visitor.sent' : 'Visitor.codeWaits', { email, minutes: oneTimeCode.minutes })}
      </Alert>
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          label={text('Visitor.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={oneTimeCode.digits}
          required
          data-autofocus
          classNames={{ input: 'mono' }}
          value={code}
          error={invalid ? text('Visitor.codeRule', { digits: oneTimeCode.digits }) : undefined}
          onChange={(event) => {
            setInvalid(false)
            setCode(event.currentTarget.value.trim())
          }}
        />
        <Button type="submit" fullWidth loading={redeem.isPending || redeem.isSuccess}>
          {text('Visitor.enter')}
        </Button>
      </form>
      <Group justify="space-between">
        <Anchor
          component="button"
          type="button"
          onClick={() => again.mutate(email.trim(), { onSuccess: redeem.reset })}
        >
          {text('Visitor.sendAgain')}
        </Anchor>
        <Anchor component="button" type="button" onClick={onBack}>
          {text('Visitor.otherEmail')}
        </Anchor>
      </Group>
    </Door>
  )
}

function Menus() {
  return (
    <div className={classes.corner}>
      <LanguageMenu />
      <ColorSchemeMenu />
    </div>
  )
}

function Door({ way, failure, children }: { way: WayIn; failure: Error | null; children: ReactNode }) {
  const text = useText()
  const brand = useLinkBrand(way).data
  return (
    <LonePage title={text('Visitor.title')} brand={brand === undefined ? <span /> : <LinkBrand brand={brand} />}>
      <Menus />
      {failure !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {visitorFailureText(text, failure, 'entering')}
        </Alert>
      )}
      {children}
    </LonePage>
  )
}

/** Name, logo and colour of the sender of the link; those of the product if unknown. */
function LinkBrand({ brand }: { brand: NonNullable<ReturnType<typeof useLinkBrand>['data']> }) {
  const { organisation, logo, colour } = brand
  if (organisation === null) return <Logo />
  return (
    <div className={classes.brand}>
      <SenderBrand organisation={organisation} logo={logo} colour={colour} />
    </div>
  )
}
