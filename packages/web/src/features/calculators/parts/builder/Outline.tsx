import { Button, Menu } from '@mantine/core'
import type { FormLayout, FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { LayoutProblem } from '@sheetwright/contract/calculators/layout-problems.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import {
  IconBook,
  IconChartLine,
  IconGripVertical,
  IconNumber123,
  IconPlus,
  IconQuote,
  IconTable,
} from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../../platform/messages/use-text.ts'
import { Panel } from '../../../../ui/page/Panel.tsx'
import { addSection, addStep, movePart, type Part, partKey, stepPart, withSection } from '../../builder/layout-edits.ts'
import { fieldsToAdd, newResult } from '../../builder/new-parts.ts'
import { useLanguage } from '../../use-language.ts'
import { resultKindNames, widgetNames } from './part-names.ts'
import classes from './Outline.module.css'

export interface OutlineProps {
  readonly layout: FormLayout
  readonly own: FormLayout
  readonly spec: FormSpec
  readonly problems: readonly LayoutProblem[]
  readonly selected: Part
  readonly onSelect: (part: Part) => void
  readonly onChange: (edit: (layout: FormLayout) => FormLayout) => void
}

const resultIcons: Readonly<Record<FormResult['kind'], ReactNode>> = {
  figure: <IconNumber123 />,
  table: <IconTable />,
  sentence: <IconQuote />,
  chart: <IconChartLine />,
}

/** The parts of a form. They are dragged, or moved with Shift and the arrow keys. */
export function Outline({ layout, own, spec, problems, selected, onSelect, onChange }: OutlineProps) {
  const text = useText()
  const language = useLanguage()
  const [dragged, setDragged] = useState<Part>()
  const [target, setTarget] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  // A moved part is a new element, so the browser does not keep the focus on it.
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-part="${focused.current}"]`)?.focus()
    focused.current = undefined
  })

  function move(part: Part, before: Part) {
    const next = movePart(layout, part, before)
    if (next === undefined) return
    onChange(() => next.layout)
    onSelect(next.part)
  }

  function press(event: KeyboardEvent, part: Part) {
    const step = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined
    if (!event.shiftKey || step === undefined) return
    event.preventDefault()
    const next = stepPart(layout, part, step)
    if (next === undefined) return
    focused.current = partKey(next.part)
    onChange(() => next.layout)
    onSelect(next.part)
  }

  const row = (part: Part, label: string, detail: string, icon: ReactNode = <IconGripVertical />) => {
    const key = partKey(part)
    const isSelected = partKey(selected) === key
    const isWrong = problems.some((problem) =>
      part.kind === 'section'
        ? /^sections\[\d+\]\.key$/.test(problem.key) && problem.key.startsWith(key)
        : problem.key.startsWith(`${key}.`),
    )
    return (
      <div
        className={classes.row}
        data-wrong={isWrong || undefined}
        data-target={target === key || undefined}
        data-selected={isSelected || undefined}
        draggable
        onDragStart={(event: DragEvent) => {
          event.dataTransfer.setData('text/plain', label)
          event.dataTransfer.effectAllowed = 'move'
          setDragged(part)
        }}
        onDragEnd={() => {
          setDragged(undefined)
          setTarget(undefined)
        }}
        onDragOver={(event: DragEvent) => {
          if (dragged === undefined || movePart(layout, dragged, part) === undefined) return
          event.preventDefault()
          setTarget(key)
        }}
        onDragLeave={() => setTarget(undefined)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setTarget(undefined)
          if (dragged !== undefined) move(dragged, part)
        }}
      >
        {icon}
        <button
          type="button"
          className={`${classes.name ?? ''} ${part.kind === 'section' ? (classes.section ?? '') : ''}`}
          data-part={key}
          aria-current={isSelected}
          aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown"
          onClick={() => onSelect(part)}
          onKeyDown={(event) => press(event, part)}
        >
          {label}
          <span className={classes.detail}>{detail}</span>
        </button>
      </div>
    )
  }

  const missing = fieldsToAdd(layout, own)
  return (
    <div className={classes.outline} ref={list}>
      <Panel
        title={text('FormBuilder.questions')}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus />}
            onClick={() => {
              onChange(addSection)
              onSelect({ kind: 'section', section: layout.sections.length })
            }}
          >
            {text('FormBuilder.addSection')}
          </Button>
        }
      >
        <ul className={classes.list}>
          <li>
            {row({ kind: 'form' }, textIn(layout.title, language) || spec.engine.serviceName, text('FormBuilder.page'))}
          </li>
          {layout.sections.map((section, index) => (
            // Sections and fields have no id, only their index.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {row(
                { kind: 'section', section: index },
                textIn(section.title, language) || section.key,
                text('FormBuilder.columnCount', { count: section.columns }),
              )}
              <ul className={`${classes.list ?? ''} ${classes.fields ?? ''}`}>
                {section.fields.map((field, place) => (
                  <li key={field.input}>
                    {row(
                      { kind: 'field', section: index, field: place },
                      textIn(field.label, language) || field.input,
                      text(widgetNames[field.widget]),
                    )}
                  </li>
                ))}
                {missing.length > 0 && (
                  <li>
                    <Menu position="bottom-start">
                      <Menu.Target>
                        <Button size="xs" variant="subtle" leftSection={<IconPlus />}>
                          {text('FormBuilder.addField')}
                        </Button>
                      </Menu.Target>
                      <Menu.Dropdown>
                        {missing.map((field) => (
                          <Menu.Item
                            key={field.input}
                            onClick={() => {
                              onChange((before) =>
                                withSection(before, index, (each) => ({ ...each, fields: [...each.fields, field] })),
                              )
                              onSelect({ kind: 'field', section: index, field: section.fields.length })
                            }}
                          >
                            {textIn(field.label, language) || field.input}
                          </Menu.Item>
                        ))}
                      </Menu.Dropdown>
                    </Menu>
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={text('FormBuilder.results')}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconPlus />}>
                {text('FormBuilder.addResult')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {(['figure', 'sentence', 'table', 'chart'] as const).map((kind) => {
                const result = newResult(kind, spec)
                return (
                  result !== undefined && (
                    <Menu.Item
                      key={kind}
                      leftSection={resultIcons[kind]}
                      onClick={() => {
                        onChange((before) => ({ ...before, results: [...before.results, result] }))
                        onSelect({ kind: 'result', result: layout.results.length })
                      }}
                    >
                      {text(resultKindNames[kind])}
                    </Menu.Item>
                  )
                )
              })}
            </Menu.Dropdown>
          </Menu>
        }
      >
        <ul className={classes.list}>
          {layout.results.map((result, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- they have no id, only their index
            <li key={index}>
              {row(
                { kind: 'result', result: index },
                result.kind === 'sentence'
                  ? textIn(result.text, language) || text('FormBuilder.emptySentence')
                  : textIn(result.label, language) || result.output,
                text(resultKindNames[result.kind]),
                resultIcons[result.kind],
              )}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={text('Tutorial.name')}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus />}
            onClick={() => {
              onChange(addStep)
              onSelect({ kind: 'step', step: layout.tutorial?.steps.length ?? 0 })
            }}
          >
            {text('Tutorial.addStep')}
          </Button>
        }
      >
        <ul className={classes.list}>
          <li>{row({ kind: 'intro' }, text('Tutorial.intro'), text('Tutorial.above'), <IconBook />)}</li>
          {(layout.tutorial?.steps ?? []).map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- they have no id, only their index
            <li key={index}>
              {row(
                { kind: 'step', step: index },
                textIn(step.title, language) || text('Tutorial.untitled'),
                text('Tutorial.stepNumber', { number: index + 1 }),
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
