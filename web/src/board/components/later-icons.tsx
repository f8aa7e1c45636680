/** The signs that the first view does without. */
import { Icon } from '../../shared/components/icons.tsx';

export const ShareSign = () => <Icon path="M12 14V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1" />;

export const QrSign = () => (
  <Icon path="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v0M14 20v0" />
);
