/** The clubs of the crews on the screen. */
import { computed } from '@preact/signals';
import { clubsOf } from '../../shared/race/clubs.ts';
import { board } from '../document/document-on-screen.ts';

export const clubs = computed(() => clubsOf(board.value?.crews ?? []));
