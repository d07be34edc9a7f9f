import { type ChildProcess, fork } from 'node:child_process';
import type { WorkerRequest, WorkerResponse, WorkerTask } from './payment-worker.ts';

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

/** One of the processes that take payments. It starts again after it was killed. */
export class PaymentProcess {
  private readonly env: Record<string, string>;
  private readonly ahead: () => number;
  private readonly waiting = new Map<number, Waiting>();
  private child: ChildProcess;
  private isStopped = false;
  private lastId = 0;

  /** @param ahead how far the clock of the processes is ahead, in milliseconds */
  constructor(env: Record<string, string>, ahead: () => number) {
    this.env = env;
    this.ahead = ahead;
    this.child = this.start();
  }

  /** @throws the error of the task, or an error if the process dies */
  perform(task: WorkerTask): Promise<unknown> {
    this.lastId += 1;
    const request: WorkerRequest = { id: this.lastId, ahead: this.ahead(), task };
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.child.send(request, (error) => error && reject(error));
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  stop(): void {
    this.isStopped = true;
    this.kill();
  }

  private start(): ChildProcess {
    const child = fork('tests/bench/payment-worker.ts', {
      execArgv: ['--import', 'tsx'],
      env: { PATH: process.env.PATH ?? '', ...this.env },
    });
    child.on('message', ({ id, result, error }: WorkerResponse) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    child.on('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The process was killed'));
      this.waiting.clear();
      if (!this.isStopped) this.child = this.start();
    });
    return child;
  }
}
