import { ActionIcon, SegmentedControl, Select, Tooltip } from '@mantine/core'
import { IconCalendarDot, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { languageNames, type MonthLanguage, monthLanguages } from '../../../ui/gantt/month-names.ts'
import classes from './RoadmapControls.module.css'
import { type RoadmapMode, roadmapModes, zoomed } from '../roadmap-state.ts'

export interface RoadmapControlsProps {
  readonly mode: RoadmapMode
  readonly onMode: (mode: RoadmapMode) => void
  readonly zoom: number
  readonly onZoom: (direction: 1 | -1) => void
  readonly months: MonthLanguage
  readonly onMonths: (language: MonthLanguage) => void
  readonly onToday: () => void
}

const modeLabels: Readonly<Record<RoadmapMode, MessageId>> = {
  Month: 'Roadmap.by.Month',
  Quarter: 'Roadmap.by.Quarter',
  Year: 'Roadmap.by.Year',
}

/** Filters, mode and zoom of the timeline. */
export function RoadmapControls({ mode, zoom, months, ...props }: RoadmapControlsProps) {
  const text = useText()
  return (
    <>
      <SegmentedControl
        aria-label={text('Roadmap.by')}
        data={roadmapModes.map((one) => ({ value: one, label: text(modeLabels[one]) }))}
        value={mode}
        onChange={(chosen) => props.onMode(roadmapModes.find((one) => one === chosen) ?? 'Month')}
      />
      <ActionIcon.Group>
        <Tooltip label={text('Roadmap.zoomOut')}>
          <ActionIcon
            variant="default"
            aria-label={text('Roadmap.zoomOut')}
            disabled={zoomed(zoom, -1) === zoom}
            onClick={() => props.onZoom(-1)}
          >
            <IconZoomOut />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={text('Roadmap.zoomIn')}>
          <ActionIcon
            variant="default"
            aria-label={text('Roadmap.zoomIn')}
            disabled={zoomed(zoom, 1) === zoom}
            onClick={() => props.onZoom(1)}
          >
            <IconZoomIn />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={text('Roadmap.today')}>
          <ActionIcon variant="default" aria-label={text('Roadmap.today')} onClick={props.onToday}>
            <IconCalendarDot />
          </ActionIcon>
        </Tooltip>
      </ActionIcon.Group>
      <Select
        aria-label={text('Roadmap.months')}
        className={classes.months ?? ''}
        data={monthLanguages.map((language) => ({ value: language, label: languageNames[language] }))}
        value={months}
        allowDeselect={false}
        onChange={(chosen) => props.onMonths(monthLanguages.find((language) => language === chosen) ?? 'en')}
      />
    </>
  )
}
