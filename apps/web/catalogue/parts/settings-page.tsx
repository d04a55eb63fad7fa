import { IconBuildingStore, IconClock, IconLock, IconUsers } from '@tabler/icons-react'
import { FormSection } from '#web/components/form/form-section.tsx'
import { SettingsPage } from '#web/components/page/settings-page.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

const place = (value: string, label: string, icon: typeof IconClock) =>
  ({ value, label, icon, link: { to: '/profile' } }) as const

const Sample = ({ name = 'Business hours' }: { name?: string }) => (
  <SettingsPage
    label="Settings"
    value="hours"
    groups={[
      { title: 'Company', places: [place('profile', 'Profile', IconBuildingStore), place('hours', name, IconClock)] },
      { title: 'Team', places: [place('members', 'Members', IconUsers), place('security', 'Security', IconLock)] },
    ]}
  >
    <FormSection title={name} description="When your people answer.">
      Monday to Friday, 9 to 18
    </FormSection>
  </SettingsPage>
)

export const part: Part = {
  name: 'SettingsPage',
  group: 'Page',
  use: 'Settings of many pages: groups of them at the left, and the one that is open beside them.',
  states: { full: () => <Sample />, 'long name': () => <Sample name={longName} /> },
}
