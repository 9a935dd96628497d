import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../app/Section.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { DeviceList } from './DeviceList.tsx'

/** Where the viewer is logged in, and how to end it there. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal title={t('user:devices.title')} onClose={onClose} width={480}>
      <Suspense fallback={null}>
        <Section skeleton={<SkeletonRows rows={3} height={64} />}>
          {(attempt) => <DeviceList attempt={attempt} />}
        </Section>
      </Suspense>
    </Modal>
  )
}
