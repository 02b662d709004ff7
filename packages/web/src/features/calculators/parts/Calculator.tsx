import { ActionIcon, Alert, Button, Group, SegmentedControl, Tabs, Text, Title, Tooltip } from '@mantine/core'
import { useClipboard, useDocumentTitle } from '@mantine/hooks'
import { mostScenarios } from '@sheetwright/contract/calculators/form-call.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { type FormState, stateInLayout } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconFileTypePdf,
  IconLink,
  IconPlus,
  IconPrinter,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import {
  type CalculatorState,
  nothingEntered,
  scenarioName,
  startOf,
  type Values,
  withCopy,
  withoutScenario,
  withValue,
} from '../calculator-state.ts'
import { tableText } from '../copy-table.ts'
import { useSavePdf } from '../mutations.ts'
import { readLinkState, writeLinkState } from '../link-state.ts'
import { useComputer, useFormStates } from '../queries.ts'
import { useCountedResults } from '../use-counted-results.ts'
import { useLanguage } from '../use-language.ts'
import { FieldInput } from './FieldInput.tsx'
import { PrintedInputs } from './PrintedInputs.tsx'
import { Results } from './Results.tsx'
import { ScenarioTable } from './ScenarioTable.tsx'
import { TutorialGuide } from './TutorialGuide.tsx'
import { SweepChart } from './SweepChart.tsx'
import classes from './Calculator.module.css'

export interface CalculatorProps {
  readonly spec: FormSpec
  /** The section in the address; undefined for the first one. */
  readonly section: string | undefined
  readonly onSection: (key: string) => void
  /** In a preview: the form with all inputs, computed whatever the layout shows. Nothing is kept in the address. */
  readonly previewOf?: FormSpec
  /** Called with every new result. */
  readonly onResult?: ((inputs: Values, outputs: Values) => void) | undefined
  /** Set for visitors: called when the server refuses to count or compute for them. */
  readonly onRefused?: ((error: unknown) => void) | undefined
}

/** A calculator: questions on the left, results on the right, updated while typing. */
export function Calculator({ spec, section, onSection, previewOf, onResult, onRefused }: CalculatorProps) {
  const text = useText()
  const language = useLanguage()
  const { layout } = spec
  const title = textIn(layout.title, language) || spec.engine.serviceName
  const isPreview = previewOf !== undefined
  const start = useMemo(() => startOf(spec), [spec])
  const [state, setState] = useLinkedState(spec, !isPreview)
  const scenarios = useMemo(() => state.scenarios.map((changed) => ({ ...start, ...changed })), [state, start])
  const computed = previewOf ?? spec
  const computer = useComputer(computed, isPreview ? 'generated' : 'published')
  const answers = useFormStates(computed, computer, scenarios)
  const states = answers.map(({ data }, index) =>
    isPreview && data !== undefined ? stateInLayout(data, layout, scenarios[index] ?? start) : data,
  )
  const active = states[state.active]
  const values = scenarios[state.active] ?? start
  useEffect(() => {
    if (active !== undefined && Object.keys(active.outputs).length > 0) onResult?.(inputsOf(active), active.outputs)
  }, [active, onResult])
  useCountedResults(spec, computer, active, onRefused)
  const failure = answers.find(({ error }) => error !== null)?.error
  useEffect(() => {
    if (failure != null) onRefused?.(failure)
  }, [failure, onRefused])
  const current = layout.sections.find(({ key }) => key === section) ?? layout.sections[0]

  return (
    <div className={classes.page} data-preview={isPreview || undefined}>
      {!isPreview && <TabTitle title={title} />}
      <header className={classes.head}>
        <div>
          <Title order={isPreview ? 2 : 1}>{title}</Title>
          {textIn(layout.intro, language) !== '' && <Text c="dimmed">{textIn(layout.intro, language)}</Text>}
        </div>
        {!isPreview && <Actions {...{ spec, scenarios, states }} onReset={() => setState(nothingEntered)} />}
      </header>
      {layout.tutorial !== undefined && (
        <TutorialGuide
          tutorial={layout.tutorial}
          onShow={({ section: shown, values: filled = {} }) => {
            if (shown !== undefined) onSection(shown)
            setState((before) =>
              Object.entries(filled).reduce(
                (filledIn, [name, value]) => withValue(filledIn, start, name, value),
                before,
              ),
            )
          }}
        />
      )}
      {!isPreview && <ScenarioBar state={state} onChange={setState} />}
      <div className={classes.columns}>
        {!isPreview && <PrintedInputs {...{ spec, values }} state={active} />}
        <div className={classes.questions}>
          {layout.sections.length > 1 && current !== undefined && (
            <Tabs value={current.key} onChange={(key) => key !== null && onSection(key)} className={classes.tabs}>
              <Tabs.List aria-label={text('Calculator.sections')}>
                {layout.sections.map((each) => (
                  <Tabs.Tab
                    key={each.key}
                    value={each.key}
                    rightSection={
                      hasProblem(each.fields, active) && (
                        <IconAlertTriangle aria-label={text('Calculator.hasProblem')} />
                      )
                    }
                  >
                    {textIn(each.title, language) || each.key}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </Tabs>
          )}
          {current !== undefined && (
            <Panel title={textIn(current.title, language) || title}>
              {textIn(current.intro, language) !== '' && (
                <p className={classes.intro}>{textIn(current.intro, language)}</p>
              )}
              <div className={classes.fields} data-columns={current.columns}>
                {current.fields.map((field) => {
                  const fieldState = active?.fields.find(({ input }) => input === field.input)
                  if (fieldState?.hidden) return null
                  return (
                    <div key={`${state.active} ${field.input}`} className={classes.field} data-input={field.input}>
                      <FieldInput
                        field={field}
                        port={spec.inputs.find(({ name }) => name === field.input)}
                        state={fieldState}
                        value={values[field.input]}
                        onChange={(value) => setState((before) => withValue(before, start, field.input, value))}
                      />
                    </div>
                  )
                })}
              </div>
            </Panel>
          )}
        </div>
        <div className={classes.answers}>
          <Panel
            title={text('Calculator.results')}
            actions={
              <Text size="xs" c="dimmed">
                {computer?.where === 'browser' ? text('Calculator.here') : ''}
              </Text>
            }
          >
            <div aria-live="polite" aria-busy={active === undefined} className={classes.results}>
              {failure !== undefined && failure !== null && (
                <Alert color="red" icon={<IconAlertTriangle />}>
                  {errorText(text, failure)}
                </Alert>
              )}
              {active !== undefined && <Problems active={active} spec={spec} />}
              {active === undefined && failure == null ? (
                <Text c="dimmed">{text('Loading.label')}</Text>
              ) : (
                <Results spec={spec} outputs={active?.outputs ?? {}} values={values} />
              )}
            </div>
          </Panel>
          {scenarios.length > 1 && (
            <Panel title={text('Calculator.compare')}>
              <ScenarioTable spec={spec} scenarios={scenarios} states={states} />
            </Panel>
          )}
          {!isPreview && <SweepPanel {...{ spec, computer, values }} state={active} />}
        </div>
      </div>
    </div>
  )
}

function inputsOf({ fields }: FormState): Values {
  return Object.fromEntries(fields.map(({ input, value }) => [input, value]))
}

function TabTitle({ title }: { title: string }) {
  const text = useText()
  useDocumentTitle(text('Page.title', { title }))
  return null
}

/** The state in the address, which is updated while typing. */
function useLinkedState(spec: FormSpec, isLinked: boolean) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const inputs = useMemo(() => new Set(spec.inputs.map(({ name }) => name)), [spec])
  const [state, setState] = useState<CalculatorState>(() => (isLinked ? readLinkState(hash, inputs) : nothingEntered))
  const written = useRef(hash)
  useEffect(() => {
    const next = writeLinkState(state)
    if (!isLinked || next === written.current) return undefined
    const rest = setTimeout(() => {
      written.current = next
      void navigate({ to: '.', search: true, hash: next, replace: true, resetScroll: false, hashScrollIntoView: false })
    }, 250)
    return () => clearTimeout(rest)
  }, [state, navigate, isLinked])
  return [state, setState] as const
}

function hasProblem(
  fields: FormSpec['layout']['sections'][number]['fields'],
  state: { fields: readonly { input: string; problem: string | null }[] } | undefined,
) {
  const wrong = new Set(state?.fields.filter(({ problem }) => problem !== null).map(({ input }) => input))
  return fields.some(({ input }) => wrong.has(input))
}

function Problems({
  active,
  spec,
}: {
  active: NonNullable<ReturnType<typeof useFormStates>[number]['data']>
  spec: FormSpec
}) {
  const text = useText()
  const language = useLanguage()
  const wrong = active.fields.filter(({ problem }) => problem !== null)
  const labels = new Map(
    spec.layout.sections
      .flatMap(({ fields }) => fields)
      .map(({ input, label }) => [input, textIn(label, language) || input]),
  )
  const lines = [
    ...(wrong.length > 0
      ? [text('Calculator.correct', { fields: wrong.map(({ input }) => labels.get(input) ?? input).join(', ') })]
      : []),
    ...active.problems.map(({ message }) => message),
  ]
  if (lines.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  )
}

function ScenarioBar({ state, onChange }: { state: CalculatorState; onChange: (state: CalculatorState) => void }) {
  const text = useText()
  const { scenarios, active } = state
  return (
    <Group gap="sm" className={classes.scenarios}>
      {scenarios.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={text('Calculator.scenarios')}
          data={scenarios.map((_, index) => ({
            value: String(index),
            label: text('Calculator.scenario', { name: scenarioName(index) }),
          }))}
          value={String(active)}
          onChange={(index) => onChange({ ...state, active: Number(index) })}
        />
      )}
      {scenarios.length < mostScenarios && (
        <Button size="xs" variant="default" leftSection={<IconPlus />} onClick={() => onChange(withCopy(state))}>
          {text('Calculator.addScenario')}
        </Button>
      )}
      {scenarios.length > 1 && (
        <Tooltip label={text('Calculator.removeScenario', { name: scenarioName(active) })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={text('Calculator.removeScenario', { name: scenarioName(active) })}
            onClick={() => onChange(withoutScenario(state, active))}
          >
            <IconTrash />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

interface ActionsProps {
  readonly spec: FormSpec
  readonly scenarios: Parameters<typeof tableText>[2]
  readonly states: Parameters<typeof tableText>[3]
  readonly onReset: () => void
}

function Actions({ spec, scenarios, states, onReset }: ActionsProps) {
  const text = useText()
  const language = useLanguage()
  const table = useClipboard({ timeout: 1500 })
  const link = useClipboard({ timeout: 1500 })
  const pdf = useSavePdf(spec)
  return (
    <Group gap="xs" wrap="nowrap" className={classes.actions}>
      <Action
        icon={link.copied ? <IconCheck /> : <IconLink />}
        label={text(link.copied ? 'Copy.copied' : 'Calculator.copyLink')}
        onClick={() => link.copy(window.location.href)}
      />
      <Action
        icon={table.copied ? <IconCheck /> : <IconCopy />}
        label={text(table.copied ? 'Copy.copied' : 'Calculator.copyTable')}
        onClick={() => table.copy(tableText(spec, language, scenarios, states))}
      />
      <Action
        icon={<IconFileTypePdf />}
        label={text('Calculator.pdf')}
        isBusy={pdf.isPending}
        onClick={() => pdf.mutate({ scenarios, language })}
      />
      <Action icon={<IconPrinter />} label={text('Calculator.print')} onClick={() => window.print()} />
      <Action icon={<IconRotate />} label={text('Calculator.reset')} onClick={onReset} />
    </Group>
  )
}

interface ActionProps {
  readonly icon: ReactNode
  readonly label: string
  readonly isBusy?: boolean
  readonly onClick: () => void
}

function Action({ icon, label, isBusy = false, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} loading={isBusy} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

/** Opened on demand, because every point of the chart is a calculation. */
function SweepPanel(props: Parameters<typeof SweepChart>[0]) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const { spec } = props
  const numeric = new Set(['number', 'integer', 'percent', 'currency'])
  const has = (ports: FormSpec['inputs']) => ports.some(({ type }) => type !== undefined && numeric.has(type))
  if (!has(spec.inputs) || !has(spec.outputs)) return null
  return (
    <div className={open ? undefined : classes.closed}>
      <Panel
        title={text('Calculator.sweep')}
        actions={
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {text(open ? 'Calculator.sweepHide' : 'Calculator.sweepShow')}
          </Button>
        }
      >
        {open ? <SweepChart {...props} /> : <Text c="dimmed">{text('Calculator.sweepAbout')}</Text>}
      </Panel>
    </div>
  )
}
