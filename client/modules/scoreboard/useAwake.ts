import { useEffect } from 'react'

/** Keeps the screen on while the component is mounted, where the browser supports it. */
export function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let ended = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (ended) void held?.release()
      else lock = held
    }
    void hold()
    // The browser releases the lock while the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
