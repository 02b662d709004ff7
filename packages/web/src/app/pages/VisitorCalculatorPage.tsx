import { Button } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CalculatorOf } from '../../features/calculators/parts/CalculatorOf.tsx'
import { isFramed, tellResult, useToldSize } from '../../features/calculators/frame-messages.ts'
import { useFormSpec } from '../../features/calculators/queries.ts'
import { useRedeemCode } from '../../features/visitors/mutations.ts'
import { SenderBrand } from '../../features/visitors/parts/SenderBrand.tsx'
import { visitorFailureText } from '../../features/visitors/visitor-failure-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useSession } from '../../platform/session/use-session.ts'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { ColorSchemeMenu } from '../shell/ColorSchemeMenu.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { LonePage } from './LonePage.tsx'
import classes from './VisitorCalculatorPage.module.css'

type Search = Readonly<Record<string, string | undefined>>

/** The calculator as a visitor sees it, without the rest of the product. */
export function VisitorCalculatorPage() {
  const { code, ...search } = useSearch({ strict: false }) as Search
  if (code !== undefined && search['anonymousUserId'] !== undefined) return <Redeem code={code} search={search} />
  return <Shown search={search} />
}

/** Exchanges the code of a mailed link for a token, and removes it from the address. */
function Redeem({ code, search }: { code: string; search: Search }) {
  const text = useText()
  const navigate = useNavigate()
  const session = useSession()
  const { linkId = '', realm = '', client = '', anonymousUserId = '' } = search
  const { mutate, error } = useRedeemCode({ linkId, realm, client })
  useEffect(() => {
    mutate(
      { anonymousUserId, code },
      {
        onSuccess({ access_token }) {
          session.enterAsVisitor({ token: access_token, tenant: realm })
          void navigate({ to: '.', search, hash: true, replace: true })
        },
      },
    )
    // A code works once, so the effect runs once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (error === null) return <LoadingBlock />
  return <Ended search={search} lines={[visitorFailureText(text, error, 'entering')]} />
}

function Shown({ search }: { search: Search }) {
  const text = useText()
  const { productId, serviceName } = useParams({ strict: false }) as { productId: string; serviceName: string }
  const spec = useFormSpec({ product: productId, engine: serviceName })
  const [ended, setEnded] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  useToldSize(page)
  const refused = useCallback((error: unknown) => isEnding(error) && setEnded(true), [])
  if (ended || isEnding(spec.error)) {
    return <Ended search={search} lines={[text('Calculator.ended.text')]} />
  }
  return (
    <div className={classes.page} ref={page} data-framed={isFramed() || undefined}>
      <header className={classes.head}>
        {spec.data === undefined ? (
          <span />
        ) : (
          <SenderBrand organisation={spec.data.organisation} {...spec.data.brand} />
        )}
        <div className={classes.menus}>
          <LanguageMenu />
          <ColorSchemeMenu />
        </div>
      </header>
      <main className={classes.main}>
        <CalculatorOf
          product={productId}
          engine={serviceName}
          onRefused={refused}
          onResult={isFramed() ? tellResult : undefined}
        />
      </main>
    </div>
  )
}

/** Failures that mean that the link does not admit this visitor. */
const endings: ReadonlySet<string> = new Set([
  'UNAUTHORIZED_ACCESS',
  'TOKEN_EXPIRED',
  'REFRESH_TOKEN_LIMIT_REACHED',
  'PERMISSION_DENIED',
  'ENGINE_NOT_FOUND',
])

function isEnding(error: unknown): boolean {
  return error instanceof ApiError && endings.has(error.code)
}

function Ended({ search, lines }: { search: Search; lines: readonly string[] }) {
  const text = useText()
  const { linkId = '', realm = '', client = '' } = search
  return (
    <LonePage
      icon={<IconLinkOff />}
      title={text('Calculator.ended.title')}
      lines={lines}
      actions={
        linkId !== '' && (
          <Button
            component="a"
            href={`/anonymous/validate?${new URLSearchParams({ linkId, realm, client }).toString()}`}
          >
            {text('Calculator.ended.again')}
          </Button>
        )
      }
    />
  )
}
