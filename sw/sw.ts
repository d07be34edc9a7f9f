/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { keepPrivateAnswers } from './private-answers.ts';
import { openFromNotifications, sendInBackground } from './sync.ts';

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
keepPrivateAnswers();
sendInBackground();
openFromNotifications();
