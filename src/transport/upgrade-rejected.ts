/** A server responded to the upgrade to a WebSocket with another HTTP status than 101. */
export class UpgradeRejected extends Error {
  override readonly name = "UpgradeRejected";
  readonly status: number;

  constructor(status: number) {
    super(`HTTP status ${String(status)}`);
    this.status = status;
  }
}
