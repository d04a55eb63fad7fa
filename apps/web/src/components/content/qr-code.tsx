import encodeQR from 'qr'
import { useMemo } from 'react'
import classes from './qr-code.module.css'

/** A text as a QR code, dark on light in both schemes so that cameras read it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const source = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { border: 2 }))}`, [text])
  return <img className={classes.code} src={source} alt={label} width={200} height={200} />
}
