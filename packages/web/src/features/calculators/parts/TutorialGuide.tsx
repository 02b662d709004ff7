import { Button, Group, Text } from '@mantine/core'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import type { Tutorial, TutorialStep } from '@sheetwright/contract/calculators/tutorial.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { useLanguage } from '../use-language.ts'
import classes from './TutorialGuide.module.css'

export interface TutorialGuideProps {
  readonly tutorial: Tutorial
  /** Applies a step to the form: its section and its values. */
  readonly onShow: (step: TutorialStep) => void
}

/** The tutorial of a calculator: an introduction, then steps one by one. */
export function TutorialGuide({ tutorial, onShow }: TutorialGuideProps) {
  const text = useText()
  const language = useLanguage()
  const [current, setCurrent] = useState(0)
  const { steps } = tutorial
  const step = steps[Math.min(current, steps.length - 1)]
  const intro = textIn(tutorial.intro, language)
  const go = (to: number) => {
    setCurrent(to)
    const next = steps[to]
    if (next?.section !== undefined) onShow({ title: next.title, section: next.section })
  }
  return (
    <div className={classes.guide}>
      {intro !== '' && <RichText html={intro} />}
      {step !== undefined && (
        <Panel
          title={text('Tutorial.steps')}
          actions={
            <Text size="xs" c="dimmed">
              {text('Tutorial.stepOf', { number: steps.indexOf(step) + 1, count: steps.length })}
            </Text>
          }
        >
          <div className={classes.step} aria-live="polite">
            <h3>{textIn(step.title, language)}</h3>
            {textIn(step.text, language) !== '' && <RichText html={textIn(step.text, language)} />}
            {step.picture !== undefined && (
              <img src={step.picture} alt={textIn(step.pictureText, language)} className={classes.picture} />
            )}
          </div>
          <Group gap="sm" className={classes.actions ?? ''}>
            {steps.length > 1 && (
              <>
                <Button size="xs" variant="default" disabled={current === 0} onClick={() => go(current - 1)}>
                  {text('Tutorial.back')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={current >= steps.length - 1}
                  onClick={() => go(current + 1)}
                >
                  {text('Tutorial.next')}
                </Button>
              </>
            )}
            {step.values !== undefined && (
              <Button size="xs" onClick={() => onShow(step)}>
                {text('Tutorial.fillIn')}
              </Button>
            )}
          </Group>
        </Panel>
      )}
    </div>
  )
}
