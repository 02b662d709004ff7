import { Button, Group, Stack, Tabs } from '@mantine/core'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconFileSpreadsheet, IconPlayerPlay, IconZoomQuestion } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { ExactMoment } from '../../../ui/Moment.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { SaveCaseButton } from '../../test-beds/parts/SaveCaseButton.tsx'
import { callFindings } from '../call-findings.ts'
import { callerName } from '../caller-name.ts'
import { revisionName } from '../revision-name.ts'
import { type CallDetail, useCall, useCallWorkbook } from '../queries.ts'
import classes from './CallDialog.module.css'
import { CallFindings } from './CallFindings.tsx'
import { CallValues } from './CallValues.tsx'

export interface CallDialogProps {
  readonly engine: Engine
  readonly callId: string
  readonly onClose: () => void
}

/** One call: inputs, outputs, and ways to repeat it. */
export function CallDialog({ engine, callId, onClose }: CallDialogProps) {
  const text = useText()
  const home = useProductHome()
  const shared = useLocation().pathname.startsWith('/shared/')
  const address = { product: engine.productId, engine: engine.id }
  const call = useCall(address, callId)
  const workbook = useCallWorkbook(address)
  const versionId = call.data?.versionId ?? undefined
  const mayTake = engine.access !== 'view' || engine.mayLeave
  return (
    <Dialog
      opened
      size="large"
      onClose={onClose}
      title={text('Call.title')}
      footer={
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet />}
            loading={workbook.isPending}
            disabled={call.data === undefined || call.data.versionId === null || !mayTake}
            onClick={() => workbook.mutate(callId)}
          >
            {text('Call.workbook')}
          </Button>
          <Group gap="sm" ms="auto" justify="flex-end">
            {call.data?.hasErrors === false && <SaveCaseButton engine={engine} callId={callId} />}
            <Button variant="default" onClick={onClose}>
              {text('Dialog.close')}
            </Button>
            {mayTake && versionId !== undefined && (
              <Button
                variant="default"
                leftSection={<IconZoomQuestion />}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={`${home(engine.productId)}/engines/${engine.id}/explain`}
                    search={{ call: callId, version: versionId }}
                  />
                )}
              >
                {text('Call.explain')}
              </Button>
            )}
            <Button
              leftSection={<IconPlayerPlay />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={`${shared ? '/shared' : ''}/products/${encodeURIComponent(engine.productId)}/engines/${engine.id}/apiTester/test`}
                  search={{ call: callId }}
                />
              )}
            >
              {text('Call.reopen')}
            </Button>
          </Group>
        </Group>
      }
    >
      {call.isError ? (
        <FailureState error={call.error} onRetry={() => void call.refetch()} />
      ) : call.isPending ? (
        <LoadingBlock />
      ) : (
        <Detail engine={engine} call={call.data} />
      )}
    </Dialog>
  )
}

function Detail({ engine, call }: { engine: Engine; call: CallDetail }) {
  const text = useText()
  const sizes = useSizes()
  const { warnings, errors } = callFindings(call.response)
  const explain = call.versionId === null ? undefined : { engine, version: call.versionId, run: { call: call.id } }
  return (
    <Stack gap="xl">
      <Tiles
        label={text('Call.facts')}
        plain
        tiles={[
          { label: text('Calls.at'), value: <ExactMoment value={call.timestamp} /> },
          { label: text('Calls.caller'), value: callerName(text, call) },
          { label: text('Version.revision'), value: revisionName(text, call) },
          { label: text('Calls.purpose'), value: call.purpose },
          ...(call.sourceSystem === '' ? [] : [{ label: text('Call.sourceSystem'), value: call.sourceSystem }]),
          ...(call.subservice === null ? [] : [{ label: text('Call.subservice'), value: call.subservice }]),
          { label: text('Calls.time'), value: sizes.millis(call.millis) },
        ]}
      />
      <FactTable
        label={text('Call.ids')}
        facts={[
          { name: text('Call.id'), value: <Copied value={call.id} label={text('Call.copyId')} /> },
          {
            name: text('Failure.reference'),
            value: <Copied value={call.correlationId} label={text('Failure.copyReference')} />,
          },
        ]}
      />
      <CallFindings title={text('Call.errors')} findings={errors} explain={explain} />
      <CallFindings title={text('Call.warnings')} findings={warnings} />
      <Tabs defaultValue="values" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="values">{text('Call.values')}</Tabs.Tab>
          <Tabs.Tab value="request">{text('Call.request')}</Tabs.Tab>
          <Tabs.Tab value="response">{text('Call.response')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="values" pt="md">
          <Stack gap="lg">
            <CallValues title={text('Interface.inputs')} values={call.inputs} />
            <CallValues title={text('Interface.outputs')} values={call.outputs} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="md">
          <CodeBlock title={text('Call.request')} code={JSON.stringify(call.request, null, 2)} />
        </Tabs.Panel>
        <Tabs.Panel value="response" pt="md">
          <CodeBlock title={text('Call.response')} code={JSON.stringify(call.response, null, 2)} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copied}>
      <span className="mono">{value}</span>
      <CopyButton value={value} label={label} />
    </span>
  )
}
