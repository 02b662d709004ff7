import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLoader, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { runSelfTest, type SelfTestStep, selfTestSteps, type StepOutcome } from '../self-test.ts'

const stepNames: Readonly<Record<SelfTestStep, MessageId>> = {
  sample: 'SelfTest.sample',
  product: 'SelfTest.product',
  upload: 'SelfTest.upload',
  publish: 'SelfTest.publish',
  execute: 'SelfTest.execute',
  deleteEngine: 'SelfTest.deleteEngine',
  deleteProduct: 'SelfTest.deleteProduct',
}

type Outcomes = Partial<Record<SelfTestStep, StepOutcome>>

/** Uploads, publishes, executes and deletes a sample engine, and reports each step. */
export function SelfTest() {
  const text = useText()
  const api = useApi()
  const [outcomes, setOutcomes] = useState<Outcomes>()
  const [running, setRunning] = useState(false)

  async function start() {
    setOutcomes({})
    setRunning(true)
    // The failed step shows the error.
    await runSelfTest(api, (step, outcome) => setOutcomes((current) => ({ ...current, [step]: outcome }))).catch(
      () => undefined,
    )
    setRunning(false)
  }

  return (
    <Panel
      title={text('SelfTest.title')}
      actions={
        <Button variant="default" size="xs" loading={running} onClick={() => void start()}>
          {text('SelfTest.run')}
        </Button>
      }
    >
      {outcomes === undefined ? (
        <Text size="sm" c="dimmed">
          {text('SelfTest.about')}
        </Text>
      ) : (
        <FactTable
          label={text('SelfTest.title')}
          facts={selfTestSteps.map((step) => ({
            name: text(stepNames[step]),
            value: <Outcome outcome={outcomes[step]} />,
          }))}
        />
      )}
    </Panel>
  )
}

function Outcome({ outcome }: { outcome: StepOutcome | undefined }) {
  const text = useText()
  const sizes = useSizes()
  if (outcome === undefined) {
    return (
      <StatusChip tone="neutral" icon={<IconMinus />}>
        {text('SelfTest.notRun')}
      </StatusChip>
    )
  }
  if (outcome.state === 'running') {
    return (
      <StatusChip tone="neutral" icon={<IconLoader />}>
        {text('SelfTest.running')}
      </StatusChip>
    )
  }
  return outcome.state === 'passed' ? (
    <StatusChip tone="pass" icon={<IconCheck />}>
      {text('SelfTest.passed', { time: sizes.millis(Math.round(outcome.millis)) })}
    </StatusChip>
  ) : (
    <StatusChip tone="fail" icon={<IconAlertTriangle />}>
      {text('SelfTest.failed', { reason: errorText(text, outcome.error) })}
    </StatusChip>
  )
}
