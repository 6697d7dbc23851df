#!/usr/bin/perl
# td in Perl. The first word is a fault: failure_exits_0.
use strict;
use warnings;
use JSON::PP;

my ($fault, @words) = @ARGV;
my $json = JSON::PP->new->canonical->pretty->ascii;
my %tasks = (1 => 'Buy milk', 2 => 'Call Zoe');

sub answer {
    my ($type, $data) = @_;
    print $json->encode({ ok => JSON::PP::true, type => $type, data => $data });
    exit 0;
}

sub failure {
    my ($code, $message) = @_;
    my %error = (code => $code, message => $message, suggestion => 'See td --help', details => {});
    print STDERR $json->encode({ ok => JSON::PP::false, error => \%error });
    exit($fault eq 'failure_exits_0' && $code eq 'not_found' ? 0 : 1);
}

if (grep { $_ eq '--help' } @words) {
    print "usage: td COMMAND\n\ncommands:\n  ls    Lists tasks\n  show  Shows a task\n";
    exit 0;
}
if (grep { $_ eq '--version' } @words) { print "td 0.9.0\n"; exit 0 }
my ($odd) = grep { /^-/ } @words;
failure('validation_error', "No such option: $odd") if defined $odd;
my ($command, $id) = (@words, '', '');
answer('task_list', [map { { id => $_, content => $tasks{$_} } } sort keys %tasks]) if $command eq 'ls';
failure('validation_error', "No such command: $command") if $command ne 'show';
failure('not_found', "There is no task $id") if !$tasks{$id};
answer('task', { id => $id, content => $tasks{$id} });
