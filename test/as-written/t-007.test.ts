// @ts-nocheck: the test file of the document T-007 as it is written there, but for its import paths and the id in the title of its first test.

import { describe, it, expect, beforeEach, vi } from 'vitest';
import {
  AgentHandoffCoordinator,
  agentHandoffCoordinator,
} from '../../src/index.ts';
import { ExecutionTrace } from '../../src/index.ts';
import type { CreateHandoffRequest } from '../../src/index.ts';

describe('AgentHandoffCoordinator', () => {
  let coordinator: AgentHandoffCoordinator;

  beforeEach(() => {
    coordinator = new AgentHandoffCoordinator();
  });

  // ============================================
  // prepareHandoff
  // ============================================

  describe('prepareHandoff', () => {
    it('should create handoff package with required fields [R004-53]', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: { artifacts: ['spec.md'] },
        instructions: 'Review the spec.',
      });

      expect(handoff.id).toBeDefined();
      expect(handoff.version).toBe('1.0.0');
      expect(handoff.sourceAgent).toBe('speckit-generator');
      expect(handoff.targetAgent).toBe('code-reviewer');
      expect(handoff.status).toBe('pending');
      expect(handoff.instructions.task).toBe('Review the spec.');
    });

    it('should set default priority to normal', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
      });

      expect(handoff.priority).toBe('normal');
    });

    it('should accept priority override', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'security-auditor',
        context: {},
        instructions: 'Urgent security review',
        priority: 'immediate',
      });

      expect(handoff.priority).toBe('immediate');
    });

    it('should set expiration time', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
        expirationMinutes: 30,
      });

      const expectedExpiry = handoff.createdAt.getTime() + 30 * 60 * 1000;
      expect(handoff.expiresAt?.getTime()).toBe(expectedExpiry);
    });

    it('should include execution trace snapshot', () => {
      const trace = new ExecutionTrace('test-operation');
      trace.recordDecision('validation', 'passed', 'All inputs valid');
      trace.recordMetric('duration', 100, 'ms');
      trace.complete(true);

      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
        trace,
      });

      expect(handoff.trace).toBeDefined();
      expect(handoff.trace?.operation).toBe('test-operation');
      expect(handoff.trace?.decisions).toHaveLength(1);
      expect(handoff.trace?.success).toBe(true);
    });

    it('should accept detailed instructions object', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: {
          task: 'Review the generated spec',
          constraints: ['Focus on completeness', 'Check for ambiguity'],
          focusAreas: ['Requirements section', 'Acceptance criteria'],
          avoid: ['Implementation details'],
        },
      });

      expect(handoff.instructions.task).toBe('Review the generated spec');
      expect(handoff.instructions.constraints).toHaveLength(2);
      expect(handoff.instructions.focusAreas).toHaveLength(2);
    });
  });

  // ============================================
  // parseHandoff
  // ============================================

  describe('parseHandoff', () => {
    it('should parse JSON string', () => {
      const original = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: { artifacts: ['test.md'] },
        instructions: 'Test',
      });

      const json = JSON.stringify(original);
      const parsed = AgentHandoffCoordinator.parseHandoff(json);

      expect(parsed.id).toBe(original.id);
      expect(parsed.sourceAgent).toBe(original.sourceAgent);
      expect(parsed.context.artifacts).toEqual(['test.md']);
    });

    it('should parse object directly', () => {
      const original = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
      });

      const parsed = AgentHandoffCoordinator.parseHandoff(original);

      expect(parsed.id).toBe(original.id);
    });

    it('should restore Date objects', () => {
      const original = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
      });

      const json = JSON.stringify(original);
      const parsed = AgentHandoffCoordinator.parseHandoff(json);

      expect(parsed.createdAt).toBeInstanceOf(Date);
      expect(parsed.expiresAt).toBeInstanceOf(Date);
    });

    it('should throw on missing version', () => {
      expect(() => {
        AgentHandoffCoordinator.parseHandoff({ sourceAgent: 'test' });
      }).toThrow('missing version');
    });

    it('should throw on incompatible version', () => {
      expect(() => {
        AgentHandoffCoordinator.parseHandoff({ version: '2.0.0' });
      }).toThrow('Incompatible handoff version');
    });
  });

  // ============================================
  // Instance Management
  // ============================================

  describe('instance management', () => {
    it('should register and retrieve handoff', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
      });

      coordinator.register(handoff);
      const retrieved = coordinator.get(handoff.id);

      expect(retrieved).toBe(handoff);
    });

    it('should update handoff status', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
      });

      coordinator.register(handoff);
      const updated = coordinator.updateStatus(handoff.id, 'accepted');

      expect(updated).toBe(true);
      expect(coordinator.get(handoff.id)?.status).toBe('accepted');
    });

    it('should return false for unknown handoff update', () => {
      const updated = coordinator.updateStatus('unknown-id', 'accepted');
      expect(updated).toBe(false);
    });
  });

  // ============================================
  // Expiration
  // ============================================

  describe('expiration', () => {
    it('should detect expired handoff', () => {
      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test',
        expirationMinutes: 0, // Immediately expired
      });

      // Wait a tick
      vi.useFakeTimers();
      vi.advanceTimersByTime(1);

      expect(coordinator.isExpired(handoff)).toBe(true);

      vi.useRealTimers();
    });

    it('should clear expired handoffs', () => {
      vi.useFakeTimers();

      const handoff1 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test 1',
        expirationMinutes: 1,
      });

      const handoff2 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test 2',
        expirationMinutes: 60,
      });

      coordinator.register(handoff1);
      coordinator.register(handoff2);

      // Advance time past first handoff expiration
      vi.advanceTimersByTime(2 * 60 * 1000);

      const cleared = coordinator.clearExpired();

      expect(cleared).toBe(1);
      expect(coordinator.get(handoff1.id)).toBeUndefined();
      expect(coordinator.get(handoff2.id)).toBeDefined();

      vi.useRealTimers();
    });
  });

  // ============================================
  // Listing
  // ============================================

  describe('listPendingForAgent', () => {
    it('should list pending handoffs for agent', () => {
      const handoff1 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Test 1',
      });

      const handoff2 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'security-auditor',
        context: {},
        instructions: 'Test 2',
      });

      coordinator.register(handoff1);
      coordinator.register(handoff2);

      const pending = coordinator.listPendingForAgent('code-reviewer');

      expect(pending).toHaveLength(1);
      expect(pending[0].id).toBe(handoff1.id);
    });

    it('should sort by priority then creation time', () => {
      vi.useFakeTimers();

      const handoff1 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Normal 1',
        priority: 'normal',
      });

      vi.advanceTimersByTime(1000);

      const handoff2 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Immediate',
        priority: 'immediate',
      });

      vi.advanceTimersByTime(1000);

      const handoff3 = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {},
        instructions: 'Normal 2',
        priority: 'normal',
      });

      coordinator.register(handoff1);
      coordinator.register(handoff2);
      coordinator.register(handoff3);

      const pending = coordinator.listPendingForAgent('code-reviewer');

      expect(pending[0].id).toBe(handoff2.id); // Immediate first
      expect(pending[1].id).toBe(handoff1.id); // Normal, earlier
      expect(pending[2].id).toBe(handoff3.id); // Normal, later

      vi.useRealTimers();
    });
  });

  // ============================================
  // Serialization
  // ============================================

  describe('toMarkdown', () => {
    it('should generate markdown summary', () => {
      const trace = new ExecutionTrace('test-operation');
      trace.recordDecision('validation', 'passed', 'All inputs valid');
      trace.complete(true);

      const handoff = AgentHandoffCoordinator.prepareHandoff({
        sourceAgent: 'speckit-generator',
        targetAgent: 'code-reviewer',
        context: {
          artifacts: ['spec.md', 'plan.md'],
          decisions: [
            { what: 'Template', why: 'Using standard format' },
          ],
        },
        instructions: {
          task: 'Review for completeness',
          constraints: ['Focus on requirements'],
        },
        trace,
      });

      const markdown = AgentHandoffCoordinator.toMarkdown(handoff);

      expect(markdown).toContain('speckit-generator → code-reviewer');
      expect(markdown).toContain('Review for completeness');
      expect(markdown).toContain('spec.md');
      expect(markdown).toContain('Focus on requirements');
      expect(markdown).toContain('Execution Trace Summary');
    });
  });
});
