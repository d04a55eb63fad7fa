import { Button, Menu } from '@mantine/core'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { isPublishable } from '@recado/contracts/automation/check-graph'
import { IconHistory, IconListDetails, IconPencil, IconRocket, IconRoute, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { useFilterWords } from '#web/components/filter-builder/use-filter-words.ts'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { automationQuery } from '#web/queries/automations.ts'
import { AutomationMenu } from '../shared/automation-menu.tsx'
import { AutomationState } from '../shared/state-text.tsx'
import { useAutomationActions } from '../shared/use-automation-actions.ts'
import { BuilderTab } from './builder-tab.tsx'
import type { AutomationPageSearch, AutomationTab } from './search.ts'
import { useGraphDraft } from './use-graph-draft.ts'
import { useFindings } from './use-knowledge.ts'

const PublishDialog = lazyComponent(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const VersionsDrawer = lazyComponent(async () => (await import('./versions-drawer.tsx')).VersionsDrawer)
const RenameDialog = lazyComponent(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const RunsTab = lazyComponent(async () => (await import('../runs/runs-tab.tsx')).RunsTab)
const EntriesTab = lazyComponent(async () => (await import('../runs/entries-tab.tsx')).EntriesTab)

type Props = { id: string; search: AutomationPageSearch; onSearch: (next: AutomationPageSearch) => void }

const useProblems = (automation: AutomationDetail, write: boolean): Problem[] => {
  const { t } = useTranslation('automation/automations')
  const { resume } = useAutomationActions()
  const { id, state, pauseReason } = automation
  if (state !== 'paused') return []
  const reason = pauseReason ?? 'manual'
  return [
    {
      id: 'paused',
      tone: reason === 'manual' ? 'note' : 'bad',
      title: t(`paused.${reason}.title`),
      text: t(`paused.${reason}.text`),
      action: write ? (
        <Button size="compact-sm" variant="default" loading={resume.isPending} onClick={() => resume.mutate(id)}>
          {t('resume')}
        </Button>
      ) : undefined,
    },
  ]
}

const Shown = ({ automation, search, onSearch }: Omit<Props, 'id'> & { automation: AutomationDetail }) => {
  const { t } = useTranslation('automation/automations')
  const write = useCan()('automations.write')
  const readOnly = !write || automation.state === 'archived'
  const draft = useGraphDraft(automation, !readOnly)
  const { words } = useFilterWords()
  const findings = useFindings(draft.graph, words, automation.id)
  const problems = useProblems(automation, write)
  const [opened, setOpened] = useState<'publish' | 'versions' | 'rename' | null>(null)
  const close = () => setOpened(null)
  const { changed, liveVersion, folder } = automation
  const isSame = liveVersion !== null && !changed && draft.saving === 'saved'
  return (
    <>
      <DetailPage<AutomationTab>
        back={
          <TextLink to="/company/actions" size="sm">
            {t('title')}
          </TextLink>
        }
        title={automation.name}
        status={<AutomationState {...automation} />}
        facts={[
          liveVersion === null ? t('neverPublished') : t('versionNumber', { number: liveVersion }),
          changed && liveVersion !== null ? t('changed') : null,
          folder,
        ]
          .filter(Boolean)
          .join(' · ')}
        problems={problems}
        more={
          write ? (
            <AutomationMenu automation={automation}>
              <Menu.Item leftSection={<IconPencil size={17} />} onClick={() => setOpened('rename')}>
                {t('rename')}
              </Menu.Item>
              <Menu.Item leftSection={<IconHistory size={17} />} onClick={() => setOpened('versions')}>
                {t('versions.title')}
              </Menu.Item>
            </AutomationMenu>
          ) : (
            <Button variant="default" leftSection={<IconHistory size={17} />} onClick={() => setOpened('versions')}>
              {t('versions.title')}
            </Button>
          )
        }
        action={
          readOnly ? null : (
            <Button
              leftSection={<IconRocket size={17} />}
              disabled={isSame || !isPublishable(findings) || draft.conflict !== null}
              title={isSame ? t('publish.same') : isPublishable(findings) ? '' : t('publish.open')}
              onClick={() => setOpened('publish')}
            >
              {t('publish.submit')}
            </Button>
          )
        }
        tab={search.tab}
        onTab={(tab) => onSearch(tab === 'build' ? {} : { tab })}
        tabs={[
          {
            value: 'build',
            label: t('tab.build'),
            icon: IconRoute,
            content: <BuilderTab automation={automation} draft={draft} readOnly={readOnly} />,
          },
          {
            value: 'runs',
            label: t('tab.runs'),
            icon: IconListDetails,
            content: <RunsTab automation={automation} search={search} onSearch={onSearch} />,
          },
          {
            value: 'entries',
            label: t('tab.entries'),
            icon: IconUserQuestion,
            content: <EntriesTab automation={automation} search={search} onSearch={onSearch} />,
          },
        ]}
      />
      {opened === 'publish' ? <PublishDialog automation={automation} save={draft.save} onClose={close} /> : null}
      {opened === 'versions' ? (
        <VersionsDrawer automation={automation} readOnly={readOnly} save={draft.save} onClose={close} />
      ) : null}
      {opened === 'rename' ? <RenameDialog automation={automation} save={draft.save} onClose={close} /> : null}
    </>
  )
}

/** One automation: its canvas, its runs, and why something started none. */
export const AutomationPage = ({ id, ...props }: Props) => {
  const query = useQuery(automationQuery(id))
  useInvalidateOn(['automation.updated'], [automationQuery(id).queryKey])
  if (!query.data) return <RecordFallback query={query} />
  return <Shown key={id} automation={query.data} {...props} />
}
