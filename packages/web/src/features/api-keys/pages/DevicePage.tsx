import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { userCode } from '@sheetwright/contract/api-keys/device-login.ts'
import { IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useDecideDeviceLogin } from '../mutations.ts'
import { OwnCommandLines } from '../parts/OwnCommandLines.tsx'
import { useDeviceLogin } from '../queries.ts'
import classes from './DevicePage.module.css'

/** Confirms the code that the command line shows, and lists the user's signed-in command lines. */
export function DevicePage() {
  const text = useText()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const code = userCode.safeParse(search['code'])
  return (
    <Page title={text('Device.title')}>
      <div className={classes.column}>
        {code.success ? <Decision code={code.data} /> : <AskCode first={search['code'] ?? ''} />}
        <OwnCommandLines />
      </div>
    </Page>
  )
}

function AskCode({ first }: { first: string }) {
  const text = useText()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { code: first },
    initialErrors: first === '' ? {} : { code: text('Device.codeRule') },
    validate: { code: (code) => (userCode.safeParse(code).success ? null : text('Device.codeRule')) },
  })
  return (
    <Panel title={text('Device.code')}>
      <form onSubmit={form.onSubmit(({ code }) => void navigate({ to: '/device', search: { code: code.trim() } }))}>
        <Stack gap="md" align="flex-start">
          <TextInput
            label={text('Device.code')}
            description={text('Device.codeExplanation')}
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: 'mono' }}
            data-autofocus
            {...form.getInputProps('code')}
          />
          <Button type="submit">{text('Device.look')}</Button>
        </Stack>
      </form>
    </Panel>
  )
}

function Decision({ code }: { code: string }) {
  const text = useText()
  const { displayName: name } = useAppState().user
  const login = useDeviceLogin(code)
  const decide = useDecideDeviceLogin()
  const decided = decide.data ?? login.data
  if (login.isError) {
    return (
      <Panel title={text('Device.code')} actions={<AnotherCode />}>
        <FailureState error={login.error} onRetry={() => void login.refetch()} />
      </Panel>
    )
  }
  if (decided === undefined) return <LoadingBlock />
  const { machine, address, createdAt, keyDays, state } = decided
  if (state === 'approved') {
    return (
      <Alert color="green" icon={<IconCircleCheck />} title={text('Device.approved.title', { machine })}>
        {text('Device.approved.text')}
      </Alert>
    )
  }
  if (state === 'refused') {
    return (
      <Alert color="gray" icon={<IconCircleX />} title={text('Device.refused.title')}>
        {text('Device.refused.text', { machine })}
      </Alert>
    )
  }
  return (
    <Panel title={decided.code} actions={<AnotherCode />}>
      <Stack gap="md">
        <Alert color="gray" icon={<IconInfoCircle />}>
          {text('Device.compare')}
        </Alert>
        <FactTable
          label={decided.code}
          facts={[
            { name: text('Device.code'), value: <strong className="mono">{decided.code}</strong> },
            { name: text('Device.machine'), value: machine },
            { name: text('Device.address'), value: <span className="mono">{address}</span> },
            { name: text('Device.asked'), value: <AbsoluteMoment value={createdAt} /> },
          ]}
        />
        <Text size="sm">{text('Device.grants', { days: keyDays })}</Text>
        {decide.isError && (
          <FailureState error={decide.error} onRetry={() => void login.refetch().then(() => decide.reset())} />
        )}
        <Group>
          <Button loading={decide.isPending} onClick={() => decide.mutate({ code, approve: true })}>
            {text('Device.approve', { machine, name })}
          </Button>
          <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate({ code, approve: false })}>
            {text('Device.refuse')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function AnotherCode() {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Button variant="subtle" size="xs" onClick={() => void navigate({ to: '/device', search: {} })}>
      {text('Device.other')}
    </Button>
  )
}
