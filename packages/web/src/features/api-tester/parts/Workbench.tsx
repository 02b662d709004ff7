import { Alert, Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { IconAlertTriangle, IconPlayerPlay, IconRestore, IconTestPipe } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { SplitPane } from '../../../ui/page/SplitPane.tsx'
import { SaveCaseButton } from '../../test-beds/parts/SaveCaseButton.tsx'
import { useExecute } from '../mutations.ts'
import { useDependentOptions } from '../queries.ts'
import { refusedInputs } from '../refused-inputs.ts'
import { type EngineAddress, executeBody, type Inputs, type TesterRun } from '../run.ts'
import type { TesterState } from '../kept-tests.ts'
import { defaultsOf, portsOf } from '../tester-state.ts'
import { InputsForm } from './InputsForm.tsx'
import { InputsJson } from './InputsJson.tsx'
import { PurposeField } from './PurposeField.tsx'
import { ReportPictures } from './ReportPictures.tsx'
import { Refusal } from './Refusal.tsx'
import { RunFiles } from './RunFiles.tsx'
import { RunResult } from './RunResult.tsx'
import classes from './Workbench.module.css'

type View = 'form' | 'json' | 'raw'

export interface WorkbenchProps {
  readonly address: EngineAddress
  readonly engine: Pick<Engine, 'id' | 'productId' | 'access' | 'mayLeave'>
  readonly ports: EngineInterface
  readonly state: TesterState
  readonly latest: () => TesterState
  readonly onChange: (changes: Partial<TesterState>) => void
  readonly onRun: (run: TesterRun) => void
}

const stopping: ReadonlySet<string> = new Set(['NO_ACTIVE_VERSION', 'ENGINE_INACTIVE_WARNING'])

/** Inputs on the left, results on the right; Ctrl+Enter runs. */
export function Workbench({ address, engine, ports, state, latest, onChange, onRun }: WorkbenchProps) {
  const text = useText()
  const [view, setView] = useState<View>('form')
  const [isUnreadable, setUnreadable] = useState(false)
  const [images, setImages] = useState<Readonly<Record<string, string>>>({})
  const execute = useExecute(address, onRun)
  const dialogs = useDialogs()
  const { inputs: inputPorts, outputs } = portsOf(ports, address.subservice)
  const inputs = state.inputs ?? defaultsOf(inputPorts)
  const options = useDependentOptions(address, inputPorts, inputs)
  const [run, before] = state.runs
  const body = bodyOf(state)

  function bodyOf({ inputs: given, subservice, purpose }: TesterState) {
    const sent = executeBody(
      { ...address, subservice },
      given ?? defaultsOf(portsOf(ports, subservice).inputs),
      purpose,
    )
    return ports.solves.length === 0 ? sent : { ...sent, request_meta: { ...sent.request_meta, debug_solve: true } }
  }

  /** Runs with the latest inputs: Ctrl+Enter can come before the last change is rendered. */
  function start() {
    if (!execute.isPending && !isUnreadable) execute.mutate(bodyOf(latest()), { onError: alertStopped })
  }

  /** Shows a dialog if the engine cannot run at all, whatever the inputs. */
  function alertStopped(error: Error) {
    if (error instanceof ApiError && stopping.has(error.code)) {
      void dialogs.alert({ title: text('Tester.notRunning'), text: errorText(text, error) })
    }
  }

  // Hides the results of earlier inputs while an error is shown, so that they are not taken for results of the current
  // ones.
  const hidesResults = isUnreadable || execute.error !== null

  useHotkeys([['mod+Enter', start]], [])
  const setInputs = (next: Inputs) => onChange({ inputs: next })
  return (
    <SplitPane
      label={text('Tester.split')}
      start={
        <Panel
          title={text('Tester.inputs')}
          actions={
            <Group gap="xs">
              <SegmentedControl
                size="xs"
                aria-label={text('Tester.inputs')}
                data={[
                  { value: 'form', label: text('Tester.form') },
                  { value: 'json', label: text('Tester.json') },
                  { value: 'raw', label: text('Tester.raw') },
                ]}
                value={view}
                onChange={setView}
                // The other views would show the last inputs that could be read, and the text would be lost.
                disabled={isUnreadable}
              />
              <Button
                size="xs"
                leftSection={<IconPlayerPlay />}
                onClick={start}
                loading={execute.isPending}
                disabled={isUnreadable}
              >
                {text('Tester.run')}
              </Button>
            </Group>
          }
        >
          <div className={classes.inputs}>
            <Group gap="sm" align="end">
              {ports.subservices.length > 0 && (
                <Select
                  label={text('Tester.subservice')}
                  data={[
                    { value: '', label: text('Tester.wholeEngine') },
                    ...ports.subservices.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  value={address.subservice ?? ''}
                  onChange={(name) => onChange({ subservice: name === '' ? null : name, inputs: undefined })}
                  allowDeselect={false}
                />
              )}
              <PurposeField value={state.purpose} onChange={(purpose) => onChange({ purpose })} />
              {state.inputs !== undefined && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconRestore />}
                  onClick={() => onChange({ inputs: undefined })}
                >
                  {text('Tester.resetAll')}
                </Button>
              )}
            </Group>
            {view === 'form' && (
              <InputsForm
                ports={inputPorts}
                inputs={inputs}
                onChange={setInputs}
                options={options}
                problems={refusedInputs(execute.error) ?? run?.errors ?? []}
              />
            )}
            {view === 'form' && (
              <ReportPictures
                images={ports.images}
                onChange={(name, picture) =>
                  setImages(({ [name]: _before, ...others }) =>
                    picture === undefined ? others : { ...others, [name]: picture },
                  )
                }
              />
            )}
            {view === 'json' && <InputsJson inputs={inputs} onChange={setInputs} onUnreadable={setUnreadable} />}
            {view === 'raw' && <CodeBlock title={text('Tester.rawRequest')} code={JSON.stringify(body, null, 2)} />}
          </div>
        </Panel>
      }
      end={
        <Panel
          title={text('Tester.results')}
          actions={
            run !== undefined &&
            !hidesResults && (
              <Group gap="sm">
                <RunFiles
                  address={address}
                  body={executeBody(address, run.inputs, state.purpose)}
                  reports={ports.reports}
                  images={images}
                  mayTake={engine.access !== 'view' || engine.mayLeave}
                />
                {run.errors.length === 0 && <SaveCaseButton engine={engine} callId={run.callId} size="xs" />}
                <span className={classes.facts}>{text('Tester.millis', { millis: run.millis })}</span>
              </Group>
            )
          }
        >
          <div aria-live="polite" aria-busy={execute.isPending}>
            {isUnreadable && (
              <Alert color="red" icon={<IconAlertTriangle />} className={classes.failure}>
                {text('Tester.unreadable')}
              </Alert>
            )}
            {execute.error !== null && !isUnreadable && (
              <Alert color="red" icon={<IconAlertTriangle />} className={classes.failure}>
                <Refusal error={execute.error} />
              </Alert>
            )}
            {run === undefined && !hidesResults && (
              <EmptyState icon={<IconTestPipe />} title={text('Tester.ready.title')} text={text('Tester.ready.text')} />
            )}
            {run !== undefined && !hidesResults && view !== 'raw' && (
              <RunResult run={run} before={before} outputs={outputs} engine={engine} />
            )}
            {run !== undefined && !hidesResults && view === 'raw' && (
              <CodeBlock title={text('Tester.rawAnswer')} code={JSON.stringify(run.raw, null, 2)} />
            )}
          </div>
        </Panel>
      }
    />
  )
}
