import { ContactSelect } from '#web/components/contact/contact-select.tsx'

type Props = { label: string; value: string; onChoose: (value: string) => void }

/** Chooses the contact whose runs are listed. */
export const ContactChoice = ({ label, value, onChoose }: Props) => (
  <ContactSelect label={label} value={value} onChange={onChoose} data-autofocus />
)
