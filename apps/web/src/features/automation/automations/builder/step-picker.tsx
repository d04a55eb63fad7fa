import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { nodeCatalogue, nodeGroups } from '@recado/contracts/automation/automation-catalogue'
import { type AutomationNode, type NodeKind, nodeKinds } from '@recado/contracts/automation/automation-graph'
import { IconArrowForwardUp, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { nodeIcons } from '../shared/icons.ts'
import classes from './builder.module.css'

type Props = {
  /** Steps at which the way can go on. */
  targets: readonly { node: AutomationNode; title: string }[]
  /** Whether something follows already. */
  leads: boolean
  onChoose: (kind: NodeKind) => void
  onLead: (to: string | null) => void
  onClose: () => void
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What can be put at a place of the canvas. */
export const StepPicker = ({ targets, leads, onChoose, onLead, onClose }: Props) => {
  const { t } = useTranslation('automation/automations')
  const [search, setSearch] = useState('')
  const wanted = folded(search.trim())
  const offered = nodeKinds.filter(
    (kind) =>
      !(kind === 'end' && leads) && folded(`${t(`node.${kind}.name`)} ${t(`node.${kind}.text`)}`).includes(wanted),
  )
  return (
    <DetailDrawer title={t('picker.title')} size={460} onClose={onClose}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          aria-label={t('picker.find')}
          placeholder={t('picker.find')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {nodeGroups.map((group) => {
          const kinds = offered.filter((kind) => nodeCatalogue[kind].group === group)
          return kinds.length > 0 ? (
            <section key={group} aria-label={t(`nodeGroup.${group}`)}>
              <Text size="xs" fw={600} c="dimmed" mb={6}>
                {t(`nodeGroup.${group}`)}
              </Text>
              <div className={classes.choices}>
                {kinds.map((kind) => {
                  const Icon = nodeIcons[kind]
                  return (
                    <UnstyledButton key={kind} className={classes.choice ?? ''} onClick={() => onChoose(kind)}>
                      <Icon size={20} stroke={1.7} />
                      <span>
                        <Text component="span" size="sm" fw={600} display="block">
                          {t(`node.${kind}.name`)}
                        </Text>
                        <Text component="span" size="xs" c="dimmed" display="block">
                          {t(`node.${kind}.text`)}
                        </Text>
                      </span>
                    </UnstyledButton>
                  )
                })}
              </div>
            </section>
          ) : null
        })}
        {offered.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('common:nothingFound')}
          </Text>
        ) : null}
        {wanted === '' && (targets.length > 0 || leads) ? (
          <section aria-label={t('picker.existing')}>
            <Text size="xs" fw={600} c="dimmed" mb={6}>
              {t('picker.existing')}
            </Text>
            <div className={classes.choices}>
              {targets.map(({ node, title }) => (
                <UnstyledButton key={node.id} className={classes.choice ?? ''} onClick={() => onLead(node.id)}>
                  <IconArrowForwardUp size={20} stroke={1.7} />
                  <Text component="span" size="sm">
                    {t('picker.goOn', { step: title })}
                  </Text>
                </UnstyledButton>
              ))}
              {leads ? (
                <UnstyledButton className={classes.choice ?? ''} onClick={() => onLead(null)}>
                  <IconX size={20} stroke={1.7} />
                  <Text component="span" size="sm">
                    {t('picker.cut')}
                  </Text>
                </UnstyledButton>
              ) : null}
            </div>
          </section>
        ) : null}
      </Stack>
    </DetailDrawer>
  )
}
